-- Deletes what an earlier run stored of a file: under its name, or the same photograph under another.
-- Caller: images.run.store
-- Index: species_images_file_key, species_images_pkey
delete from species_images where file = @file or id = @id
