alter table observation_epoch drop cluster;
