    -- The alerts a of rules r that are asked for.
    (@rule::uuid is null or a.rule_id = @rule::uuid)
and (@kind::text is null or r.kind = @kind::text)
and (@state::text is null or a.state = @state::text)
and (@open::boolean is null or (a.closed_at is null) = @open::boolean)
and (@historical::boolean is null or a.historical = @historical::boolean)
and (@since::timestamptz is null or a.raised_at >= @since::timestamptz)
