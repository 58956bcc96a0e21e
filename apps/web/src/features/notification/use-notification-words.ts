import type { Notification } from '@darkroom/contract/notification';
import { isGroupedEvent } from '@darkroom/domain/notification/notification';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFaultKinds, useUsers } from '../../lib/session/lookups.ts';

/** Maximum number of characters of a note in a toast. */
const MAX_NOTE_IN_TOAST = 140;

const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text;

/** Returns a function that describes a notification: person, event, record and note. */
export function useNotificationWords() {
  const { t } = useTranslation('notification');
  const { name } = useUsers();
  const { label } = useFaultKinds();
  const sentence = ({ event, actor_id, actor_name, title, count, quantity }: Notification): string => {
    const who = (actor_name ?? name(actor_id)) || t('somebody');
    // The code selects the plural, because the singular names the task and Vietnamese has only one plural form.
    if (count > 1 && isGroupedEvent(event)) return t(`ofMany.${event}`, { who, n: count });
    return t(`event.${event}`, { who, what: title, n: quantity ?? '' });
  };
  const formatDetails = ({ fault_kinds, note }: Notification): string =>
    [(fault_kinds ?? []).map(label).join(', '), note && `“${note}”`].filter(Boolean).join(' · ');
  return {
    sentence,
    /** Fault types and the note. */
    formatDetails,
    inToast: (notification: Notification): string => {
      const details = formatDetails({
        ...notification,
        note: notification.note && truncate(notification.note, MAX_NOTE_IN_TOAST),
      });
      return details ? `${sentence(notification)}: ${details}` : sentence(notification);
    },
  };
}

interface Target {
  to: '/job/task' | '/customer/requests' | '/setting/webhook';
  search: Record<string, unknown>;
}

/** Events about tasks that do not wait for the user, so their link does not open the Waiting tab. */
const FOR_ALL_TASKS: ReadonlySet<Notification['event']> = new Set(['task_note', 'no_editor']);

/** Returns the target of a notification: its record, or a list of several records. Null if the user cannot see it any more. */
export function targetOf({ event, task_id, request_id, count }: Notification): Target | null {
  if (event === 'webhook_stopped') return { to: '/setting/webhook', search: {} };
  if (request_id !== null) return { to: '/customer/requests', search: { request: request_id } };
  if (task_id === null) return null;
  if (event === 'taken_away') return count > 1 ? null : { to: '/job/task', search: { task: task_id } };
  if (count > 1) return { to: '/job/task', search: { tab: 'waiting' } };
  return { to: '/job/task', search: FOR_ALL_TASKS.has(event) ? { task: task_id } : { tab: 'waiting', task: task_id } };
}
