import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from './config.ts';

/**
 * What a command was told behind its name. What it does not know, or what lacks its value, is refused in one line with how the command
 * is used, before anything is touched.
 */
export function readOptions<const T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node adds what to do about arguments that begin with a dash; there are none.
    const [why] = error instanceof Error ? error.message.split(/\. |\n/) : [String(error)];
    throw new StartError(`${why}. It is: ${usage}`);
  }
}
