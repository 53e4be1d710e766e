drop table pseudonym_key;
