-- Deletes all photographs of species.
-- Caller: images.Remove
-- Index: none, all rows
delete from species_images
