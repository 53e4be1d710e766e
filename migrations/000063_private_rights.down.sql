drop function create_private_schema;
alter function create_private_tables rename to create_private_schema;
drop function share_private_schema;
