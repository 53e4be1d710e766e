-- The taxon of a name, also of a synonym, or the genus; null for a name that no record and no catalog has. And its rule; null without one.
-- Caller: obscuring.Taxon
-- Index: taxon_names_pkey, obscured_taxa_pkey
select f.taxon, (select o.degrees from obscured_taxa o where o.taxon = f.taxon)
from (select coalesce(
    (select t.id from taxon_names n join taxa t on t.key = n.taxon_key where n.slug = @taxon::text),
    (select lower(t.genus) from taxa t where lower(t.genus) = @taxon::text limit 1),
    (select o.taxon from obscured_taxa o where o.taxon = @taxon::text)) as taxon) f
