-- Sets the rule of a taxon; null removes it.
-- Caller: obscuring.Taxon
-- Index: obscured_taxa_pkey
with gone as (delete from obscured_taxa where taxon = @taxon::text and @degrees::float8 is null)
insert into obscured_taxa (taxon, degrees) select @taxon::text, @degrees::float8 where @degrees::float8 is not null
on conflict (taxon) do update set degrees = excluded.degrees
