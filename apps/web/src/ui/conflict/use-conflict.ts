import { useState } from 'react';
import { mergeVersions } from './merge-versions.ts';

interface ConflictOptions<R, V extends object> {
  /** The opened record. Later refreshes do not change the values in the form. */
  record: R;
  valuesOf: (record: R) => V;
  /** Returns the values in the form. `before` is the record when the form was opened. */
  typedValues: (before: V) => V;
  setValues: (values: Partial<V>) => void;
  /** Saves over a record. */
  send: (over: R, values: V) => void;
  /** Fields outside the record, such as the reason of a change. */
  extraFields?: readonly (keyof V)[];
}

/** Two versions of one record, until the user decides. */
export interface Conflict<V extends object> {
  theirs: V;
  mine: V;
  /** The record to save: the user's values over the other user's version, with lists such as permissions merged. */
  merged: V;
  fields: (keyof V & string)[];
  /** Fields that only I changed. They stay either way. */
  onlyMine: (keyof V & string)[];
  /** Fields where saving the user's value undoes the other user's change. */
  overwritten: (keyof V & string)[];
  isMine: (field: keyof V) => boolean;
}

/** A form's side of a conflict: both versions and the two choices. */
export interface ConflictState<V extends object> {
  conflict: Conflict<V> | null;
  /** Takes over their changes. Fields that only I changed stay and are still to be saved. */
  takeTheirs: () => void;
  /** Saves the user's values over the other user's version. */
  reapply: () => void;
}

/**
 * Separates a form from other users' saves (quality 8, 9). A stale error contains the newer record (`found`), and both versions stay until
 * the user chooses.
 */
export function useConflict<R, V extends object>(options: ConflictOptions<R, V>) {
  const { record, valuesOf, typedValues: mine, setValues, send, extraFields = [] } = options;
  const [base, setBase] = useState(record);
  const [newer, setNewer] = useState<{ readonly record: R } | null>(null);
  const before = valuesOf(base);
  const theirs = newer && valuesOf(newer.record);
  const merge = theirs && mergeVersions({ before, theirs, mine: mine(before) });
  const withoutExtra = (fields: (keyof V & string)[]) => fields.filter((field) => !extraFields.includes(field));
  const settle = (values: Partial<V>) => {
    if (!newer) return;
    setValues(values);
    setBase(newer.record);
    setNewer(null);
  };
  const conflictState: ConflictState<V> = {
    conflict: merge && {
      theirs,
      mine: mine(before),
      merged: merge.merged,
      fields: withoutExtra(merge.fields),
      onlyMine: withoutExtra(merge.onlyMine),
      overwritten: withoutExtra(merge.overwritten),
      isMine: merge.isMine,
    },
    takeTheirs: () => {
      if (merge)
        settle(Object.fromEntries(withoutExtra(merge.fields).map((field) => [field, theirs[field]])) as Partial<V>);
    },
    reapply: () => {
      if (!newer || !theirs) return;
      const { merged } = mergeVersions({ before, theirs, mine: mine(before) });
      settle(merged);
      send(newer.record, merged);
    },
  };
  return {
    /** The record that is saved over. */
    base,
    conflictState,
    isTouched: () => mergeVersions({ before, theirs: before, mine: mine(before) }).isTouched,
    /** Receives the newer record from an error. */
    receiveNewer: (current: R) => setNewer({ record: current }),
    /** Continues the form from this record, as after a save. */
    rebase: setBase,
  };
}
