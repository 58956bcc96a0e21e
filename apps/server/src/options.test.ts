import { afterEach, expect, it, vi } from 'vitest';
import { StartError } from './config.ts';
import { readOptions, printFailure, UsageAsked } from './options.ts';

const { argv } = process;
afterEach(() => {
  process.argv = argv;
});
const told = (...words: string[]) => {
  process.argv = ['node', 'backup', ...words];
  return readOptions('npm run backup -- [--to DIR]', { options: { to: { type: 'string' } } });
};

it('reads what a command was told', () => {
  expect(told('--to', '/backups').values).toEqual({ to: '/backups' });
  expect(told().values).toEqual({});
});

it('refuses what it does not know, and what lacks its value, in one line with how it is used', () => {
  for (const words of [['--too', '/tmp'], ['--to'], ['--to', '--too'], ['/tmp']]) {
    expect(() => told(...words), words.join(' ')).toThrow(StartError);
    expect(() => told(...words), words.join(' ')).toThrow(/^[^\n]+\. It is: npm run backup -- \[--to DIR\]$/);
  }
});

it('takes a number below nought for a value, and says of an option without one that it lacks it', () => {
  expect(told('--to', '-1').values).toEqual({ to: '-1' });
  expect(() => told('--to', '--too')).toThrow(/^--to.* lacks its value\. It is: /);
});

it('answers how it is used when asked, and that is no failure', () => {
  expect(() => told('--help')).toThrow(UsageAsked);
  const [said, failed] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockReturnValue());
  try {
    told('/tmp', '--help');
  } catch (error) {
    printFailure(error);
  }
  expect(said?.mock.calls).toEqual([['npm run backup -- [--to DIR]']]);
  expect(failed).not.toHaveBeenCalled();
  expect(process.exitCode).toBeUndefined();
  vi.restoreAllMocks();
});

it.each(['npm_config_to', 'npm_config_token_description'])(
  'refuses to run as if it had not been told what npm has kept for itself, as %s',
  (setting) => {
    process.env[setting] = '/backups';
    try {
      const line = /^npm has kept --to for itself: put -- before it\. It is: npm run backup -- \[--to DIR\]$/;
      expect(() => told()).toThrow(line);
      expect(told('--to=/backups').values).toEqual({ to: '/backups' });
    } finally {
      delete process.env[setting];
    }
  },
);
