-- Pages of a game are kept as long as nothing changes that they show. The stamp
-- of a game is a random number, which every transaction replaces that writes one
-- of the game's rows; so it identifies what the tables hold of the game, even
-- after a failover to a standby that had not received the last transactions. The
-- stamp of an account does the same for its row. Triggers set them, so that no
-- program can forget to.
CREATE TABLE stamp (
	game  TEXT PRIMARY KEY,
	value INTEGER NOT NULL
) STRICT;

INSERT INTO stamp (game, value) SELECT id, place FROM game;
ALTER TABLE account ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;

-- only: sqlite
CREATE TRIGGER account_stamp_insert AFTER INSERT ON account BEGIN UPDATE account SET stamp = random() WHERE id = NEW.id; END;
CREATE TRIGGER account_stamp_update AFTER UPDATE ON account BEGIN UPDATE account SET stamp = random() WHERE id = NEW.id; END;
CREATE TRIGGER game_stamp_insert AFTER INSERT ON game BEGIN INSERT INTO stamp (game, value) VALUES (NEW.id, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER game_stamp_update AFTER UPDATE ON game BEGIN INSERT INTO stamp (game, value) VALUES (NEW.id, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER game_stamp_delete AFTER DELETE ON game BEGIN DELETE FROM stamp WHERE game = OLD.id; END;
CREATE TRIGGER seat_stamp_insert AFTER INSERT ON seat BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER seat_stamp_update AFTER UPDATE ON seat BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER seat_stamp_delete AFTER DELETE ON seat BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER phase_stamp_insert AFTER INSERT ON phase BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER phase_stamp_update AFTER UPDATE ON phase BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER phase_stamp_delete AFTER DELETE ON phase BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER orders_stamp_insert AFTER INSERT ON orders BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER orders_stamp_update AFTER UPDATE ON orders BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER orders_stamp_delete AFTER DELETE ON orders BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER member_stamp_insert AFTER INSERT ON member BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER member_stamp_update AFTER UPDATE ON member BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER member_stamp_delete AFTER DELETE ON member BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER item_stamp_insert AFTER INSERT ON item BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER item_stamp_update AFTER UPDATE ON item BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER item_stamp_delete AFTER DELETE ON item BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER entry_stamp_insert AFTER INSERT ON entry BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER entry_stamp_update AFTER UPDATE ON entry BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER entry_stamp_delete AFTER DELETE ON entry BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER ballot_stamp_insert AFTER INSERT ON ballot BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER ballot_stamp_update AFTER UPDATE ON ballot BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER ballot_stamp_delete AFTER DELETE ON ballot BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER agreement_stamp_insert AFTER INSERT ON agreement BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER agreement_stamp_update AFTER UPDATE ON agreement BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER agreement_stamp_delete AFTER DELETE ON agreement BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER absence_stamp_insert AFTER INSERT ON absence BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER absence_stamp_update AFTER UPDATE ON absence BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER absence_stamp_delete AFTER DELETE ON absence BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER deferred_stamp_insert AFTER INSERT ON deferred BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER deferred_stamp_update AFTER UPDATE ON deferred BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER deferred_stamp_delete AFTER DELETE ON deferred BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER note_stamp_insert AFTER INSERT ON note BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER note_stamp_update AFTER UPDATE ON note BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER note_stamp_delete AFTER DELETE ON note BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER award_stamp_insert AFTER INSERT ON award BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER award_stamp_update AFTER UPDATE ON award BEGIN INSERT INTO stamp (game, value) VALUES (NEW.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
CREATE TRIGGER award_stamp_delete AFTER DELETE ON award BEGIN INSERT INTO stamp (game, value) VALUES (OLD.game, random()) ON CONFLICT (game) DO UPDATE SET value = excluded.value; END;
-- only: postgres
CREATE FUNCTION stamp_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.stamp := (random() * 9007199254740992)::bigint;
	RETURN NEW;
END $$;

-- A transaction sets the stamp of a game once.
CREATE FUNCTION stamp_game() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed TEXT;
BEGIN
	IF TG_TABLE_NAME = 'game' THEN
		IF TG_OP = 'DELETE' THEN
			DELETE FROM stamp WHERE game = OLD.id;
			RETURN NULL;
		END IF;
		changed := NEW.id;
	ELSIF TG_OP = 'DELETE' THEN
		changed := OLD.game;
	ELSE
		changed := NEW.game;
	END IF;
	INSERT INTO stamp (game, value) VALUES (changed, (random() * 9007199254740992)::bigint)
		ON CONFLICT (game) DO UPDATE SET value = excluded.value WHERE stamp.xmin <> pg_current_xact_id()::xid;
	RETURN NULL;
END $$;

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON account FOR EACH ROW EXECUTE FUNCTION stamp_account();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON game FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON seat FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON phase FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON member FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON entry FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON ballot FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON agreement FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON absence FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON deferred FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON note FOR EACH ROW EXECUTE FUNCTION stamp_game();
CREATE TRIGGER stamp AFTER INSERT OR UPDATE OR DELETE ON award FOR EACH ROW EXECUTE FUNCTION stamp_game();
-- only: all
