-- A resolved phase is stored packed: package pack joins and compresses its
-- position, events, rolls and orders. The columns of these parts are then empty,
-- and orders has no rows of the phase. The position after a phase is left out if
-- the next phase begins with it. The current phase is not packed.
ALTER TABLE phase ADD COLUMN packed BLOB; -- NULL: the other columns hold the phase

-- The phases that were stored before and are still to be packed.
CREATE INDEX phase_plain ON phase (game, number) WHERE packed IS NULL AND after IS NOT NULL;
