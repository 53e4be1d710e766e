-- How much of each kind there is; synthetic are those records that the transaction made which made their data source. Areas that somebody drew
-- on the map are left out: they go when nobody asks for them.
-- Caller: backup.countContents
-- Index: none, scans of the tables
select (select count(*) from observations) as observations,
       (select count(*) from observations o join data_sources d on d.key = o.data_source_key where d.synthetic and o.created_at = d.imported_at) as synthetic,
       (select count(*) from held_observations) as held,
       (select count(*) from absences) as absences,
       (select count(*) from sampling_events) as events,
       (select count(*) from sampling_events e join data_sources d on d.key = e.data_source_key where d.synthetic and e.created_at = d.imported_at) as synthetic_events,
       (select count(*) from pools) as pools,
       (select count(*) from pools p join data_sources d on d.key = p.data_source_key where d.synthetic and p.created_at = d.imported_at) as synthetic_pools,
       (select count(*) from alert_rules) as alert_rules,
       (select count(*) from alerts) as alerts,
       (select count(*) from data_sources) as data_sources,
       (select count(*) from data_sources where synthetic) as synthetic_sources,
       (select count(*) from accounts) as accounts,
       (select count(*) from invitations) as invitations,
       (select count(*) from tokens) as tokens,
       (select count(*) from obscured_taxa) as hidden_taxa,
       (select count(*) from areas where set not in (select b.set from built_in_areas b)) as areas,
       (select count(*) from species_images) as images,
       (select count(*) from taxa) as taxa,
       (select count(*) from predictions) as predictions
