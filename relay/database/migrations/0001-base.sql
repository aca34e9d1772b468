create schema if not exists relay;
