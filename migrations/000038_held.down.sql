-- Records that the public may not see are lost: the older program would show them.
drop table receipts, held_observations;
alter table observations drop column account;
