import type { FastifyRequest } from 'fastify'
import { Socket } from 'node:net'

/** Requests injected by the relay itself have no network socket. */
export const isOwnRequest = (request: FastifyRequest): boolean => !(request.raw.socket instanceof Socket)
