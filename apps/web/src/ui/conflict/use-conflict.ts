import { useState } from 'react';
import { bothVersions } from './both-versions.ts';

interface ConflictOptions<R, V extends object> {
  /** The opened record. Later refreshes do not change the values in the form. */
  record: R;
  valuesOf: (record: R) => V;
  /** The values in the form. `before` is the record at opening. */
  mine: (before: V) => V;
  /** Sets other values in the fields. */
  put: (values: Partial<V>) => void;
  /** Saves over a record. */
  send: (over: R, values: V) => void;
  /** Fields outside the record, such as the reason of a change. */
  beside?: readonly (keyof V)[];
}

/** Two versions of one record, until the user decides. */
export interface Conflict<V extends object> {
  theirs: V;
  mine: V;
  /** The result of saving mine: mine over theirs, lists of permissions and the like merged. */
  merged: V;
  /** Fields that the other user changed. */
  fields: (keyof V & string)[];
  /** Fields that only I changed. They stay either way. */
  onlyMine: (keyof V & string)[];
  /** Fields where saving mine undoes theirs. */
  overwritten: (keyof V & string)[];
  isMine: (field: keyof V) => boolean;
}

/** A form's side of a conflict: both versions and the two choices. */
export interface Contested<V extends object> {
  conflict: Conflict<V> | null;
  /** Takes over their changes. Fields that only I changed stay and are still to be saved. */
  takeTheirs: () => void;
  /** Saves mine over theirs. */
  reapply: () => void;
}

/**
 * Keeps a form apart from other users' saves (quality 8, 9). A stale error brings the newer record (`found`), and both versions stay
 * until the user chooses.
 */
export function useConflict<R, V extends object>(options: ConflictOptions<R, V>) {
  const { record, valuesOf, mine, put, send, beside = [] } = options;
  const [base, setBase] = useState(record);
  const [newer, setNewer] = useState<{ readonly record: R } | null>(null);
  const before = valuesOf(base);
  const theirs = newer && valuesOf(newer.record);
  const both = theirs && bothVersions({ before, theirs, mine: mine(before) });
  const own = (fields: (keyof V & string)[]) => fields.filter((field) => !beside.includes(field));
  const settle = (values: Partial<V>) => {
    if (!newer) return;
    put(values);
    setBase(newer.record);
    setNewer(null);
  };
  const contested: Contested<V> = {
    conflict: both && {
      theirs,
      mine: mine(before),
      merged: both.merged,
      fields: own(both.fields),
      onlyMine: own(both.onlyMine),
      overwritten: own(both.overwritten),
      isMine: both.isMine,
    },
    takeTheirs: () => {
      if (both) settle(Object.fromEntries(own(both.fields).map((field) => [field, theirs[field]])) as Partial<V>);
    },
    reapply: () => {
      if (!newer || !theirs) return;
      const { merged } = bothVersions({ before, theirs, mine: mine(before) });
      settle(merged);
      send(newer.record, merged);
    },
  };
  return {
    /** The record that is saved over. */
    base,
    contested,
    isTouched: () => bothVersions({ before, theirs: before, mine: mine(before) }).isTouched,
    /** Receives the newer record from an error. */
    found: (current: R) => setNewer({ record: current }),
    /** Continues the form from this record, as after a save. */
    follow: setBase,
  };
}
