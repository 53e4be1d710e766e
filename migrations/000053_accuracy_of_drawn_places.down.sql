do $$
begin
    execute replace(pg_get_functiondef('draw_place'::regproc), 'least(1e8, ceil(ST_MaxDistance(new.geom, cell) * 111700 + coalesce(exact.location_accuracy_m, 0)))',
        'ceil(ST_MaxDistance(new.geom, cell) * 111700 + coalesce(exact.location_accuracy_m, 0))');
end $$;
