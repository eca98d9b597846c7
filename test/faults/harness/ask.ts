/** A request to an endpoint, as any program can send it. */
import { request } from 'node:http';
import { PATIENT_MS } from '../../unit/support/patient.js';

export interface Asked {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The status and the text of the answer; 0 where the connection ends without one. */
export function ask(port: number, asked: Asked): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: asked.path ?? '/v1/hook',
        method: asked.method ?? 'POST',
        headers: asked.headers,
        agent: false,
        timeout: PATIENT_MS,
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      },
    );
    sent.on('error', () => resolve({ status: 0, body: '' }));
    sent.end(asked.body);
  });
}
