import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';

/** Leads back to the request a form was opened from: a step back where it came from there, else to its address in the form's place. */
export function useBackToRequest(request_id: number): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const came = useRouterState({ select: ({ location }) => location.state.from_request === request_id });
  // The form has asked already, where something would be lost.
  return () =>
    came
      ? router.history.back({ ignoreBlocker: true })
      : void navigate({
          to: '/customer/requests',
          search: { request: request_id },
          replace: true,
          ignoreBlocker: true,
        });
}
