import type { FormInstance } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { saveDraft, loadDraft } from '../../lib/draft-storage.ts';
import { onSessionEnd } from '../../lib/session/session-store.ts';
import { useActor, useSession } from '../../lib/session/session.ts';
import { isSameValue } from '../conflict/merge-versions.ts';

/** Returns the draft from a lost session, for the same user in the same tab (decision 088). Null if there is none. */
export function useRestoredDraft<V extends object>(name: string | undefined): Partial<V> | null {
  const [userId] = useState(useActor().user_id);
  const [storedDraft] = useState(() => (name === undefined ? null : loadDraft<V>(userId, name)));
  return storedDraft;
}

/** Saves the value of `typed` when the session is lost. Without a name nothing is saved. */
export function useDraftSaving(name: string | undefined, typed: () => object | null): void {
  const [userId] = useState(useActor().user_id);
  // A member's text in a portal view does not belong to the customer.
  const isOwnSession = useSession()?.viewing === undefined;
  const saveTyped = useEffectEvent(() => {
    const values = name !== undefined && isOwnSession ? typed() : null;
    if (values && name !== undefined) saveDraft(userId, name, values);
  });
  useEffect(() => onSessionEnd((end) => end === 'lost' && saveTyped()), []);
  useEffect(() => {
    if (name !== undefined) saveDraft(userId, name, null);
  }, [userId, name]);
}

/** Restores the draft of a form: the values that differ from its initial ones. Returns true if any were restored. */
export function useFormDraft<V extends object>(name: string | undefined, form: FormInstance<V>, initial: V): boolean {
  const storedDraft = useRestoredDraft<V>(name);
  useDraftSaving(name, () => {
    // Ant Design does not mark a restored form as touched.
    if (storedDraft === null && !form.isFieldsTouched()) return null;
    const values = Object.entries(form.getFieldsValue(true) as V);
    const typed = values.filter(([field, value]) => !isSameValue(value, initial[field as keyof V]));
    return typed.length > 0 ? Object.fromEntries(typed) : null;
  });
  useEffect(() => {
    if (storedDraft) form.setFieldsValue(storedDraft);
  }, [storedDraft, form]);
  return storedDraft !== null;
}
