drop table challenges;
drop table identities;
drop table passkeys;
drop table invitations;
drop table sessions;
drop table passwords;
drop table accounts;
