import type { FormInstance } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepDraft, keptDraft } from '../../lib/kept-draft.ts';
import { onSessionEnd } from '../../lib/session/session-store.ts';
import { useActor, useSession } from '../../lib/session/session.ts';
import { same } from '../conflict/both-versions.ts';

/** The draft from a lost session, for the same user in the same tab (decision 088). Null without one. */
export function useLostDraft<V extends object>(name: string | undefined): Partial<V> | null {
  const [who] = useState(useActor().user_id);
  const [kept] = useState(() => (name === undefined ? null : keptDraft<V>(who, name)));
  return kept;
}

/** Saves the value of `typed` when the session is lost. Without a name nothing is saved. */
export function useDraftKeeper(name: string | undefined, typed: () => object | null): void {
  const [who] = useState(useActor().user_id);
  // A member's text in a portal view does not belong to the customer.
  const own = useSession()?.viewing === undefined;
  const keep = useEffectEvent(() => {
    const values = name !== undefined && own ? typed() : null;
    if (values && name !== undefined) keepDraft(who, name, values);
  });
  useEffect(() => onSessionEnd((end) => end === 'lost' && keep()), []);
  useEffect(() => {
    if (name !== undefined) keepDraft(who, name, null);
  }, [who, name]);
}

/** The same for a form: restores the values that differ from its initial ones. True if any were restored. */
export function useFormDraft<V extends object>(name: string | undefined, form: FormInstance<V>, initial: V): boolean {
  const kept = useLostDraft<V>(name);
  useDraftKeeper(name, () => {
    // Ant Design does not mark a restored form as touched.
    if (kept === null && !form.isFieldsTouched()) return null;
    const values = Object.entries(form.getFieldsValue(true) as V);
    const typed = values.filter(([field, value]) => !same(value, initial[field as keyof V]));
    return typed.length > 0 ? Object.fromEntries(typed) : null;
  });
  useEffect(() => {
    if (kept) form.setFieldsValue(kept);
  }, [kept, form]);
  return kept !== null;
}
