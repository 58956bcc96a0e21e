import { afterEach, expect, it, vi } from 'vitest';
import { StartError } from './config.ts';
import { readOptions, printFailure, UsageRequested } from './options.ts';

const { argv } = process;
afterEach(() => {
  process.argv = argv;
});
const readTestOptions = (...words: string[]) => {
  process.argv = ['node', 'backup', ...words];
  return readOptions('npm run backup -- [--to DIR]', { options: { to: { type: 'string' } } });
};

it('options are read from the command line', () => {
  expect(readTestOptions('--to', '/backups').values).toEqual({ to: '/backups' });
  expect(readTestOptions().values).toEqual({});
});

it('an unknown option or a missing value is refused with the usage line', () => {
  for (const words of [['--too', '/tmp'], ['--to'], ['--to', '--too'], ['/tmp']]) {
    expect(() => readTestOptions(...words), words.join(' ')).toThrow(StartError);
    expect(() => readTestOptions(...words), words.join(' ')).toThrow(
      /^[^\n]+\. Usage: npm run backup -- \[--to DIR\]$/,
    );
  }
});

it('a negative number is a value, while a missing value is reported', () => {
  expect(readTestOptions('--to', '-1').values).toEqual({ to: '-1' });
  expect(() => readTestOptions('--to', '--too')).toThrow(/^--to.* lacks its value\. Usage: /);
});

it('the usage line on request is not a failure', () => {
  expect(() => readTestOptions('--help')).toThrow(UsageRequested);
  const [logSpy, failed] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockReturnValue());
  try {
    readTestOptions('/tmp', '--help');
  } catch (error) {
    printFailure(error);
  }
  expect(logSpy?.mock.calls).toEqual([['npm run backup -- [--to DIR]']]);
  expect(failed).not.toHaveBeenCalled();
  expect(process.exitCode).toBeUndefined();
  vi.restoreAllMocks();
});

it.each(['npm_config_to', 'npm_config_token_description'])(
  'options that npm has taken as %s are refused',
  (setting) => {
    process.env[setting] = '/backups';
    try {
      const line = /^npm used --to as its own option\. Write -- before it\. Usage: npm run backup -- \[--to DIR\]$/;
      expect(() => readTestOptions()).toThrow(line);
      expect(readTestOptions('--to=/backups').values).toEqual({ to: '/backups' });
    } finally {
      delete process.env[setting];
    }
  },
);
