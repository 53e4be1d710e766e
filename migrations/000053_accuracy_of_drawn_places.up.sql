-- A drawn place of a record whose accuracy is nearly the greatest that the tables take had a greater one, and could not be stored.
do $$
declare
    known constant text := pg_get_functiondef('draw_place'::regproc);
    bounded constant text := replace(known, 'ceil(ST_MaxDistance(new.geom, cell) * 111700 + coalesce(exact.location_accuracy_m, 0))',
        'least(1e8, ceil(ST_MaxDistance(new.geom, cell) * 111700 + coalesce(exact.location_accuracy_m, 0)))');
begin
    if bounded = known then
        raise exception 'draw_place is another function than this step knows';
    end if;
    execute bounded;
end $$;
