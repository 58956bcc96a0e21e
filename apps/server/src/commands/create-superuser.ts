import { stdin } from 'node:process';
import { text } from 'node:stream/consumers';
import { ask } from '../terminal-prompt.ts';
import { readConfig, StartError } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { createSuperuser, type NewSuperuser } from '../features/user/superuser.service.ts';
import { readOptions, printFailure } from '../options.ts';
import { seedBuiltIn } from '../db/built-in-data.ts';

// `npm run create-superuser` asks for its values. For scripts: the names as --username and --full-name, and the password on standard input,
// so that no process list shows it.
try {
  const account = stdin.isTTY ? await askOnTerminal() : await readFromInput();
  const database = await openDatabase(readConfig(), { log: console.log });
  try {
    await seedBuiltIn(database.db);
    await createSuperuser(database.db, account, new Date().toISOString());
    console.log(`Created superuser ${account.username.trim()}.`);
  } finally {
    await database.close();
  }
} catch (error) {
  printFailure(error);
}

function readNameOptions(): { username?: string; full_name?: string } {
  const { values } = readOptions('npm run create-superuser -- [--username NAME] [--full-name NAME]', {
    options: { username: { type: 'string' }, 'full-name': { type: 'string' } },
  });
  return { username: values.username, full_name: values['full-name'] };
}

async function readFromInput(): Promise<NewSuperuser> {
  const { username, full_name = '' } = readNameOptions();
  if (!username) throw new StartError('Without a terminal, set --username and send the password on standard input.');
  const [password = ''] = (await text(stdin)).split(/\r?\n/);
  return { username, full_name, password };
}

async function askOnTerminal(): Promise<NewSuperuser> {
  const named = readNameOptions();
  const username = named.username ?? (await ask('Username: '));
  const full_name = named.full_name ?? (await ask('Full name: '));
  const password = await ask('Password (8 characters or more): ', { hidden: true });
  const again = await ask('Repeat the password: ', { hidden: true });
  if (again !== password) throw new StartError('The two passwords differ.');
  return { username, full_name, password };
}
