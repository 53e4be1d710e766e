alter table data_sources drop column contact;
