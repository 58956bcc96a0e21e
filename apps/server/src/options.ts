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
    refuseSwallowed(config);
    return parseArgs(config);
  } catch (error) {
    if (error instanceof StartError) throw new StartError(`${error.message} It is: ${usage}`);
    // Node adds what to do about arguments that begin with a dash; there are none.
    const [why] = error instanceof Error ? error.message.split(/\. |\n/) : [String(error)];
    throw new StartError(`${why}. It is: ${usage}`);
  }
}

/**
 * What is written before the `--` npm keeps as a setting of its own, `--to` as one that begins so (`token-description`): the command
 * would run as if it had not been said.
 */
function refuseSwallowed({ options = {}, args = process.argv.slice(2) }: ParseArgsConfig): void {
  for (const name of Object.keys(options)) {
    const setting = `npm_config_${name.replaceAll('-', '_')}`;
    const swallowed = Object.keys(process.env).some((key) => key.startsWith(setting) && process.env[key]);
    if (swallowed && !args.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)))
      throw new StartError(`npm has kept --${name} for itself: put -- before it.`);
  }
}
