    -- The views over a table, those over these, and how many of them a view is above the table. The name is that of the recursive query: reading.
    select r.ev_class as oid, 1 as depth
    from pg_depend d
    join pg_rewrite r on r.oid = d.objid
    where d.refclassid = 'pg_class'::regclass and d.refobjid = to_regclass('public.' || @entity::text) and d.classid = 'pg_rewrite'::regclass
    union
    select r.ev_class, reading.depth + 1
    from reading
    join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = reading.oid and d.classid = 'pg_rewrite'::regclass and d.deptype = 'n'
    join pg_rewrite r on r.oid = d.objid and r.ev_class <> reading.oid
