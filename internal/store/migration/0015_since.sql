-- Where a game's log stood when a member joined. Times do not show what
-- was written before and after: clocks can be set back. The second column is the
-- time of joining to which the first belongs: processes of older versions write
-- only that time.
ALTER TABLE member ADD COLUMN since INTEGER;
ALTER TABLE member ADD COLUMN since_joined INTEGER;
