drop index observations_pictured;
