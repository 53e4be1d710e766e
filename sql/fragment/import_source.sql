from import_rows r
join taxon_names n on n.slug = r.slug
join taxa t on t.key = n.taxon_key
join import_places p on p.geom = r.geom
left join countries c on c.id = p.country_id
