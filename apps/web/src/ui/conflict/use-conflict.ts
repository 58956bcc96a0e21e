import { useState } from 'react';
import { bothVersions } from './both-versions.ts';

interface ConflictOptions<R, V extends object> {
  /** The record that was opened. Later refreshes do not reach the values that are being typed. */
  record: R;
  valuesOf: (record: R) => V;
  /** The values that are typed now; `before` is the record as it was. */
  mine: (before: V) => V;
  /** Puts other values into the fields. */
  put: (values: Partial<V>) => void;
  /** Saves over a record. */
  send: (over: R, values: V) => void;
  /** Fields that are no part of the record, such as the reason of a change. */
  beside?: readonly (keyof V)[];
}

/** Two versions of one record, until the person decides. */
export interface Conflict<V extends object> {
  theirs: V;
  mine: V;
  /** The values that saving mine would give: mine over theirs, of permissions and the like both. */
  merged: V;
  /** The fields that somebody else changed. */
  fields: (keyof V & string)[];
  /** The fields that only I changed. They stay either way. */
  onlyMine: (keyof V & string)[];
  /** The fields where saving mine undoes theirs. */
  overwritten: (keyof V & string)[];
  isMine: (field: keyof V) => boolean;
}

/** A form's side of a conflict: both versions, and the two ways on. */
export interface Contested<V extends object> {
  conflict: Conflict<V> | null;
  /** Puts in what they changed. Fields that are mine alone stay, and are still to be saved. */
  takeTheirs: () => void;
  /** Saves mine over theirs. */
  reapply: () => void;
}

/**
 * The one way to keep a form apart from what somebody else saves meanwhile (quality 8, 9). It knows the record that is saved over; a
 * refusal as stale brings the newer one (`found`), and both versions are kept until the person takes theirs or saves mine over it.
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
    /** The newer record, which a refusal brought. */
    found: (current: R) => setNewer({ record: current }),
    /** The form goes on from this record, as after a save. */
    follow: setBase,
  };
}
