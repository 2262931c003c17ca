"""What is looked up by an exact name: notes and memories by the name of a file, memories by their commit."""

from __future__ import annotations

# The name of a file without its folders, whichever way these are written.
NAME_OF = "replace({0}, rtrim({0}, replace({0}, '/', '')), '')"
RELATED_PATH = "replace(json_extract(r.value, '$.path'), '\\', '/')"
FOLDERS_OF_RELATED = f"rtrim(rtrim({RELATED_PATH}, replace({RELATED_PATH}, '/', '')), '/')"
NAMES_OF_RELATED = f"{NAME_OF.format(RELATED_PATH)}, {NAME_OF.format(FOLDERS_OF_RELATED)}"
FILE_NAMES = f"""
CREATE TABLE memory_files (
    name TEXT NOT NULL COLLATE NOCASE,
    folder TEXT NOT NULL COLLATE NOCASE,
    memory INTEGER NOT NULL REFERENCES memories(number) ON DELETE CASCADE,
    PRIMARY KEY (name, memory, folder)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_files_by_folder ON memory_files(name, folder, memory);
CREATE INDEX memory_files_by_memory ON memory_files(memory);
INSERT OR IGNORE INTO memory_files(name, folder, memory)
    SELECT {NAMES_OF_RELATED}, m.number
    FROM memories m, json_each(CASE WHEN json_valid(m.related_files) THEN m.related_files ELSE '[]' END) r;
CREATE TRIGGER related_files_inserted AFTER INSERT ON memories WHEN new.related_files <> '[]' BEGIN
    INSERT OR IGNORE INTO memory_files(name, folder, memory)
        SELECT {NAMES_OF_RELATED}, new.number FROM json_each(new.related_files) r;
END;
CREATE TRIGGER related_files_changed AFTER UPDATE OF related_files ON memories
WHEN new.related_files <> old.related_files BEGIN
    DELETE FROM memory_files WHERE memory = new.number;
    INSERT OR IGNORE INTO memory_files(name, folder, memory)
        SELECT {NAMES_OF_RELATED}, new.number FROM json_each(new.related_files) r;
END;
CREATE INDEX files_by_name ON files(brain, {NAME_OF.format("path")} COLLATE NOCASE);
CREATE INDEX memories_by_commit ON memories(git_commit) WHERE git_commit IS NOT NULL;
"""
