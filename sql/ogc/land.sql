-- The countries as paths of SVG, in degrees with y southward, to a twentieth of a degree. Read once.
-- Caller: html.Files.background
select ST_AsSVG(s.shape, 1, 2)
from (select c.id, ST_Simplify(c.shape, 0.05) as shape from countries c) s
where s.shape is not null
order by s.id
