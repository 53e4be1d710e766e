drop index observations_prediction;
drop table predictions;
