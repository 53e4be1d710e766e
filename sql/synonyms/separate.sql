-- Undivided names and hybrids get the id of their own where the catalog now has theirs for a name that is neither, so that they do not become
-- that name. surveillance.Slugs makes the same ids.
-- Caller: catalog.load
-- Index: taxa_id_key, taxon_names_pkey
with separated as (
    select t.key, t.id, o.id as own
    from jsonb_to_recordset(@names::jsonb) n (slug text, name text)
    join taxa t on t.id = n.slug
    cross join lateral (
        select trim(both '-' from regexp_replace(
            lower(regexp_replace(replace(t.scientific_name, '×', ' x '), '[/&+]', ' or ', 'g')), '[^[:alnum:]]+', '-', 'g')) as id
    ) o
    where not t.in_catalog and t.scientific_name ~ '[/×&+]' and n.name !~ '[/×&+]' and length(o.id) <= 320
      and not exists (select from taxon_names taken where taken.slug = o.id)
), renamed as (
    update taxon_names n set slug = s.own from separated s where n.slug = s.id and n.taxon_key = s.key
)
update taxa t set id = s.own from separated s where t.key = s.key
