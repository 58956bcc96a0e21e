import { readConfig, StartError } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { erasePerson } from '../features/staff/erase.service.ts';
import { readOptions, printFailure } from '../options.ts';

const USAGE = 'npm run erase -- --staff STAFF_ID --by SUPERUSER --why REASON';

// `npm run erase -- --staff ID --by SUPERUSER --why REASON` erases the personal data of a former member.
try {
  const { values } = readOptions(USAGE, {
    options: { staff: { type: 'string' }, by: { type: 'string' }, why: { type: 'string' } },
  });
  const { staff, by, why } = values;
  if (!staff || !by || !why) throw new StartError(`Usage: ${USAGE}`);
  const database = await openDatabase(readConfig(), { log: console.log, existing: true });
  try {
    const { full_name, fields, rows } = await erasePerson(
      database.db,
      { staff_id: staff, by, reason: why },
      new Date().toISOString(),
    );
    console.log(`${full_name}: ${fields.length > 0 ? fields.join(', ') : 'the record had no personal data'}`);
    console.log(`${rows} rows of the history changed. Older backups still hold the data until you delete them.`);
  } finally {
    await database.close();
  }
} catch (error) {
  printFailure(error);
}
