package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/safety"
)

func (s *Server) safetyRoutes() {
	add(s, huma.Operation{
		OperationID: "getMyData", Method: http.MethodGet, Path: "/me/data", Tags: []string{tagSafety}, Security: owners,
		Summary: "Everything that the judge stores about you", Description: "Your account, settings, orders, messages, reports and mutes. Nothing that others have written is in it.",
	}, s.getMyData)
}

type dataOutput struct{ Body *safety.OwnData }

func (s *Server) getMyData(ctx context.Context, _ *struct{}) (*dataOutput, error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	data, err := s.judge.Safety.OwnData(ctx, a.ID)
	return &dataOutput{data}, err
}
