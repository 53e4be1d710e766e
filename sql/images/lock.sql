-- Waits until no other run stores or removes photographs of species, until the transaction ends.
-- Caller: images.Store
lock table species_images in share row exclusive mode
