import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from './config.ts';
import { asDatabaseError } from './db/start-error.ts';

/** Thrown where a command was only asked how it is used: `printFailure` prints it as an answer. */
export class UsageAsked extends Error {
  override name = 'UsageAsked';
}

/** Reads the options of a command. An unknown option or a missing value is refused with one line of usage; `--help` prints that line. */
export function readOptions<const T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  const args = config.args ?? process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) throw new UsageAsked(usage);
  try {
    refuseSwallowed({ ...config, args });
    return parseArgs<T>({ ...config, args: withNegatives(args) });
  } catch (error) {
    if (error instanceof StartError) throw new StartError(`${error.message} It is: ${usage}`);
    throw new StartError(`${reasonOf(error)}. It is: ${usage}`);
  }
}

/** How a command ends that did not do what it is for: the one place that says so. */
export function printFailure(error: unknown): void {
  if (error instanceof UsageAsked) {
    console.log(error.message);
    return;
  }
  const told = asDatabaseError(error, 'the database');
  console.error(told instanceof StartError ? told.message : told);
  process.exitCode = 1;
}

/** Why Node refuses what a command was told. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What follows a dash it takes for another option, and says so over three lines.
  const ambiguous = /^Option '([^']*)' argument is ambiguous/.exec(error.message)?.[1];
  if (ambiguous) return `${ambiguous} lacks its value`;
  // It adds what to do about arguments that begin with a dash; there are none.
  return error.message.split(/\. |\n/)[0] ?? '';
}

/** `--keep -1` as `--keep=-1`: a number below nought is a value, whatever the command thinks of it. */
function withNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of args) {
    const before = joined.at(-1);
    if (/^-\d/.test(word) && before !== undefined && /^--[^=]+$/.test(before)) joined[joined.length - 1] += `=${word}`;
    else joined.push(word);
  }
  return joined;
}

/** Refuses options that npm took as its own settings because `--` was missing: the command would run without them. */
function refuseSwallowed({ options = {}, args = [] }: ParseArgsConfig): void {
  for (const name of Object.keys(options)) {
    const setting = `npm_config_${name.replaceAll('-', '_')}`;
    const swallowed = Object.keys(process.env).some((key) => key.startsWith(setting) && process.env[key]);
    if (swallowed && !args.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)))
      throw new StartError(`npm has kept --${name} for itself: put -- before it.`);
  }
}
