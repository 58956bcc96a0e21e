import type { FormInstance } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepDraft, keptDraft } from '../../lib/kept-draft.ts';
import { onSessionEnd } from '../../lib/session/session-store.ts';
import { useActor, useSession } from '../../lib/session/session.ts';
import { same } from '../conflict/both-versions.ts';

/** The text that was being typed when the session was lost, for the same person in the same tab (decision 088); null where nothing was. */
export function useLostDraft<V extends object>(name: string | undefined): Partial<V> | null {
  const [who] = useState(useActor().user_id);
  const [kept] = useState(() => (name === undefined ? null : keptDraft<V>(who, name)));
  return kept;
}

/** Keeps what `typed` answers when the session is lost. Without a name nothing is kept. */
export function useDraftKeeper(name: string | undefined, typed: () => object | null): void {
  const [who] = useState(useActor().user_id);
  // What somebody types who looks at a customer's portal is not the customer's.
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

/** The same of a form: puts back what differs from what it began with. True where something was put back. */
export function useFormDraft<V extends object>(name: string | undefined, form: FormInstance<V>, initial: V): boolean {
  const kept = useLostDraft<V>(name);
  useDraftKeeper(name, () => {
    // A form that was put back is not touched in the eyes of Ant Design.
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
