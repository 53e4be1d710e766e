alter table predictions drop column cited_at;
