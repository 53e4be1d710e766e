-- Names and texts by language.
-- Caller: catalog.load
insert into translations (kind, lang, id, name, texts, folded)
select kind, lang, id, name, texts, folded
from jsonb_to_recordset(@translations::jsonb) t (kind text, lang text, id text, name text, texts jsonb, folded text)
