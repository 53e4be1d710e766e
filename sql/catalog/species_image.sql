-- A photograph of a species in one of its sizes.
-- Caller: catalog.store.image
-- Index: species_images_pkey
select case when @small::boolean then small else large end as jpeg
from species_images
where id = @id and taxon_key = @key
