alter table predictions drop column cited_by;
