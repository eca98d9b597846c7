/** The model APIs that agents use, and how each words an error. */

/** `messages`: Anthropic. `responses`, `chat`: OpenAI and compatible providers. `gemini`: generateContent. */
export type ModelApi = 'messages' | 'responses' | 'chat' | 'gemini';

const paths: readonly (readonly [ModelApi, RegExp])[] = [
  ['messages', /\/messages$/],
  ['responses', /\/responses$/],
  ['chat', /\/chat\/completions$/],
  ['gemini', /:(?:streamGenerateContent|generateContent)$/],
];

/** The API of a request that asks the model for an answer; undefined for any other. `path`: without query. */
export function modelApi(method: string | undefined, path: string): ModelApi | undefined {
  return method === 'POST' ? paths.find(([, pattern]) => pattern.test(path))?.[0] : undefined;
}

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
};

/** An error of the relay as the API words it, so that the agent can show it. */
export function errorBody(api: ModelApi | undefined, status: number, message: string): string {
  switch (api) {
    case 'messages':
    case undefined:
      return JSON.stringify({
        type: 'error',
        error: {
          type:
            status === 403
              ? 'permission_error'
              : status < 500
                ? 'invalid_request_error'
                : 'api_error',
          message,
        },
      });
    case 'responses':
    case 'chat':
      return JSON.stringify({
        error: {
          message,
          type: status < 500 ? 'invalid_request_error' : 'server_error',
          param: null,
          code: null,
        },
      });
    case 'gemini':
      return JSON.stringify({
        error: { code: status, message, status: statuses[status] ?? 'UNAVAILABLE' },
      });
  }
}
