import { ownFiles } from '../index-html.ts';

/**
 * Whether the server serves another release than the one on the screen: each begins with files of its own names. Some of them keep theirs
 * from release to release, so all are looked for.
 */
export const isAnotherServed = async (): Promise<boolean> => {
  const own = ownFiles();
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    if (!answer.ok) return false;
    const served = await answer.text();
    return own.some((file) => !served.includes(file));
  } catch {
    return false;
  }
};
