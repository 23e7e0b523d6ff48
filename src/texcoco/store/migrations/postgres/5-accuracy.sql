-- How exact each seat was, a JSON list, when a whole game has been analysed: read for many games at once.
ALTER TABLE texcoco.analyses ADD COLUMN accuracy text;
