import { useState } from 'react';
import type { ApiError } from '../../../lib/call/api.ts';
import { bothVersions } from '../../../ui/record-form/both-versions.ts';
import { standingNow } from './use-allowance-call.ts';
import type { RecordForm } from '../../../ui/record-form/use-record-form.ts';

interface SeenEntryOptions<E, V extends object> {
  /** The entry as it is now; undefined where there is none. */
  entry: E | undefined;
  valuesOf: (entry: E | undefined) => V;
  /** What stands in the form. */
  mine: V;
  saving: boolean;
  /** Puts other values into the form. */
  put: (values: V) => void;
  /** Saves over what is there now. */
  send: (values: V, over: E | undefined) => void;
}

/**
 * What a form of one entry is saved over: the entry as it was when the form was opened, however often it is read anew meanwhile. An entry
 * that somebody else set, changed or took away first is not written over unasked (quality 9).
 */
export function useSeenEntry<E, V extends object>({
  entry,
  valuesOf,
  mine,
  saving,
  put,
  send,
}: SeenEntryOptions<E, V>) {
  const [seen, setSeen] = useState(entry);
  const [theirs, setTheirs] = useState<{ readonly entry: E | undefined } | null>(null);
  const settle = (values: V) => {
    put(values);
    setSeen(theirs?.entry);
    setTheirs(null);
  };
  const standing = valuesOf(theirs?.entry);
  const { isTouched, ...both } = bothVersions({
    before: valuesOf(seen),
    theirs: standing,
    mine,
  });
  const contested: Pick<RecordForm<V>, 'conflict' | 'saving' | 'takeTheirs' | 'reapply'> = {
    saving,
    conflict: theirs && { theirs: standing, mine, ...both },
    takeTheirs: () => settle(standing),
    reapply: () => {
      settle(both.merged);
      send(both.merged, theirs?.entry);
    },
  };
  return {
    seen,
    contested,
    isTouched,
    /** The form goes on from this entry. */
    follow: setSeen,
    /** Takes a refusal that tells what stands there now: one's own then waits for a word. True where it is one. */
    refused: (error: ApiError): boolean => {
      const standing = standingNow(error);
      if (standing) setTheirs({ entry: standing[0] as E | undefined });
      return standing !== null;
    },
  };
}
