-- Stores a photograph of a species.
-- Caller: images.run.store
insert into species_images (id, taxon_key, file, place, author, licence, source, caption, life_stage, sex, width, height, large, small)
values (@id, @taxon_key, @file, @place, @author, @licence, @source, @caption, @life_stage, @sex, @width, @height, @large, @small)
