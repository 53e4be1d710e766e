drop index observations_until;
