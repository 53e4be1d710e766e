-- What is shown of a photograph i of a species.
jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'author', i.author, 'licence', i.licence, 'source', i.source,
    'caption', i.caption, 'life_stage', i.life_stage, 'sex', i.sex)
