import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from './config.ts';
import { asDatabaseError } from './db/start-error.ts';

/** Thrown for a request of the usage line. `printFailure` prints that line as a result. */
export class UsageRequested extends Error {
  override name = 'UsageRequested';
}

/**
 * Reads the options of a command, and prints its usage on `--help`. Refuses an unknown option or a missing value with
 * the usage line.
 */
export function readOptions<const T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  const args = config.args ?? process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) throw new UsageRequested(usage);
  try {
    rejectSwallowed({ ...config, args });
    return parseArgs<T>({ ...config, args: joinNegatives(args) });
  } catch (error) {
    if (error instanceof StartError) throw new StartError(`${error.message} Usage: ${usage}`);
    throw new StartError(`${getReason(error)}. Usage: ${usage}`);
  }
}

/** Prints a failed command and sets its exit code, for all commands. */
export function printFailure(error: unknown): void {
  if (error instanceof UsageRequested) {
    console.log(error.message);
    return;
  }
  const asked = asDatabaseError(error, 'the database');
  console.error(asked instanceof StartError ? asked.message : asked);
  process.exitCode = 1;
}

/** Returns the reason of Node's refusal, in one line. */
function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node reads a value with a dash as another option, and its message has three lines.
  const ambiguous = /^Option '([^']*)' argument is ambiguous/.exec(error.message)?.[1];
  if (ambiguous) return `${ambiguous} lacks its value`;
  // Node's further advice about arguments with a dash does not apply.
  return error.message.split(/\. |\n/)[0] ?? '';
}

/** Rewrites `--keep -1` to `--keep=-1`, because a negative number is always a value. */
function joinNegatives(args: readonly string[]): string[] {
  const joinedArgs: string[] = [];
  for (const word of args) {
    const before = joinedArgs.at(-1);
    if (/^-\d/.test(word) && before !== undefined && /^--[^=]+$/.test(before))
      joinedArgs[joinedArgs.length - 1] += `=${word}`;
    else joinedArgs.push(word);
  }
  return joinedArgs;
}

/** Refuses options that npm took as its own settings because `--` was missing. The command would run without them. */
function rejectSwallowed({ options = {}, args = [] }: ParseArgsConfig): void {
  for (const name of Object.keys(options)) {
    const setting = `npm_config_${name.replaceAll('-', '_')}`;
    const swallowed = Object.keys(process.env).some((key) => key.startsWith(setting) && process.env[key]);
    if (swallowed && !args.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)))
      throw new StartError(`npm used --${name} as its own option. Write -- before it.`);
  }
}
