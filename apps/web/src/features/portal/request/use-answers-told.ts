import { portalRequestEndpoints } from '@darkroom/contract/portal-request';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onceInBrowser } from '../../../lib/call/one-tab.ts';
import { query } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';
import type { OwnRequest } from './own-requests.tsx';

const MOST = 20;

/** Tells of an answer of the bureau's the moment it comes, once in a browser; not of one that is being read. */
export function useAnswersTold(): void {
  const { t } = useTranslation('portal');
  const toast = useToast();
  const navigate = useNavigate();
  const { data } = useQuery(query(portalRequestEndpoints.listRequests, { unread: true, page_size: MOST }));
  const known = useRef<Set<string> | null>(null);
  const tell = useEffectEvent((request: OwnRequest) => {
    if (new URLSearchParams(window.location.search).get('request') === String(request.id)) return;
    toast.info(t('request.answered', { subject: request.subject }), {
      label: t('request.read'),
      onPress: () => void navigate({ to: '/customer-portal/contact-us', search: { request: request.id } }),
    });
  });
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    const marks = new Map(data.results.map((request) => [`${request.id} ${request.last_message_at}`, request]));
    known.current = new Set([...(before ?? []), ...marks.keys()]);
    // What had come before the page was opened stands in the list, marked.
    if (!before) return;
    for (const [mark, request] of marks) {
      if (!before.has(mark)) onceInBrowser(`darkroom answer ${mark}`, () => tell(request));
    }
  }, [data]);
}
